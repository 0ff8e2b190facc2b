"""Computer players. They use the public interface of a battle and see no more than their seat."""
