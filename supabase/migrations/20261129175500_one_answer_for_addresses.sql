-- The check of a new e-mail answers the same for an address of another account and for an excluded one: it told an account
-- which addresses are excluded.
create or replace function public.check_email_change(p_user uuid, p_email text) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_until timestamptz := public.excluded_until(p_user);
begin
  if v_until is not null then
    raise exception '%', public.exclusion_sentence(v_until) using errcode = 'PT403';
  end if;
  if exists (select from public.user_profiles
    where user_id = p_user and last_email_change > now() - interval '720 hours') then
    raise exception 'Email can only be changed once per month' using errcode = 'PT429';
  end if;
  -- One answer for both, so that it does not say whose address is excluded.
  if public.email_excluded_until(p_email) is not null
    or exists (select from auth.users where id <> p_user and lower(email) = lower(btrim(p_email))) then
    raise exception 'This address cannot be used' using errcode = 'PT403';
  end if;
end $$;
