"""Turn search: the best ends of the own turn, judged by futures that are dealt anew and played a few rounds on."""
