"""The table of Survive!: plans, what they come to, and what is said."""
