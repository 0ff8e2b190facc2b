"""Leaders: the Army Commander, Combat Group Leaders, and who follows a commander that is lost."""
