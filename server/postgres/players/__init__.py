"""What is stored of players beside their accounts and games: bans, reports and letters, notices, follows."""
