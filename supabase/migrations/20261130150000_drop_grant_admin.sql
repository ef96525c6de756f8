-- contract of 20261130025900: the API grants the role by `set_admin`, which requires a proven mailbox.
drop function public.grant_admin(uuid);
