"""14.5b: sensor jamming: laid on a model by an action, or in answer to one."""
