-- Whether an account is an administrator's; with a session, whether that session may act as one. A token outlives its
-- session for up to an hour, this right does not.
create function public.is_admin(p_user uuid, p_session uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admins where user_id = p_user)
    and (p_session is null or exists (select from auth.sessions where id = p_session and user_id = p_user));
$$;
revoke execute on function public.is_admin(uuid, uuid) from public, anon, authenticated;
grant execute on function public.is_admin(uuid, uuid) to service_role;
