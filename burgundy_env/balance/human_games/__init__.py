"""What people's games say about boards and seats: facts with where they come from, in README.md."""
