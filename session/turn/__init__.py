"""A turn of the user: its wishes, and how they are taken one by one."""
