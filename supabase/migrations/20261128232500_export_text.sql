-- The export of an account as text, so that services on the way need not parse and serialize megabytes.
create function public.export_account_text(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select public.export_account(p_user)::text;
$$;

revoke execute on function public.export_account_text from public, anon, authenticated;
grant execute on function public.export_account_text to service_role;
