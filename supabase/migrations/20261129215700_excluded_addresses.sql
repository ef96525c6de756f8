-- The check of a new e-mail answers an excluded address without an account like a free one. It refused it, although
-- `email_exists` finds no account of it: the two answers together told which addresses are excluded.
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
  if exists (select from auth.users where id <> p_user and lower(email) = lower(btrim(p_email))) then
    raise exception 'This address cannot be used' using errcode = 'PT403';
  end if;
end $$;

-- Refuses the change itself, because the browser calls the auth service directly. A request for one is not refused here:
-- the auth service has sent its mails by then, and a rollback would undo the time from which it counts a minute to the next.
create or replace function public.limit_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- `release_address`: the account loses its address and stays excluded.
  if lower(new.email) is distinct from lower(old.email)
    and new.email is distinct from public.released_address(new.id) then
    perform public.check_email_change(new.id, new.email);
    if public.email_excluded_until(new.email) is not null then
      raise exception 'This address cannot be used' using errcode = 'PT403';
    end if;
  end if;
  return new;
end $$;
