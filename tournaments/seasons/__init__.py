"""The league table: seasons that add tournaments and evenings up."""
