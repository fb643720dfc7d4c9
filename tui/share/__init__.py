"""A battle for those who have no Weather Gage: pictures of its marks, and a page of its own."""
