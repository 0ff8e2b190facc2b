"""Combined Models: bases that act as one model, defend with one pool and keep together; infantry above all."""
