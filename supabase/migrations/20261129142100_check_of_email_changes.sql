-- The API asks whether an e-mail may be changed before the auth service sends a mail. The trigger refuses only the change
-- itself: a refused request would also undo the time from which the auth service counts a minute to the next mail.
create function public.check_email_change(p_user uuid, p_email text) returns void
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
  if public.email_excluded_until(p_email) is not null then
    raise exception 'This address cannot be used' using errcode = 'PT403';
  end if;
end $$;

create or replace function public.limit_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- `release_address`: the account loses its address and stays excluded.
  if lower(new.email) is distinct from lower(old.email)
    and new.email is distinct from public.released_address(new.id) then
    perform public.check_email_change(new.id, new.email);
  end if;
  return new;
end $$;

create or replace trigger propsight_limit_email before update of email on auth.users
  for each row execute function public.limit_email_change();

revoke execute on function public.check_email_change from public, anon, authenticated;
grant execute on function public.check_email_change to service_role;
