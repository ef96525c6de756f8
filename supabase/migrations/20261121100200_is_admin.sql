create function public.is_admin(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admins where user_id = p_user);
$$;
revoke execute on function public.is_admin(uuid) from public, anon, authenticated;
grant execute on function public.is_admin(uuid) to service_role;
