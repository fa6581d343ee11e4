"""Matches in mails: the table as one reader may see it, and links that play without signing in."""
