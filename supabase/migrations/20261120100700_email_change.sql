-- An e-mail address changes once in 30 times 24 hours. The client talks to the auth provider itself, so the rule
-- stands here.

create function public.limit_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_asked boolean := coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''));
  v_changed boolean := lower(new.email) is distinct from lower(old.email);
begin
  if (v_asked or v_changed) and exists (
    select from public.user_profiles
    where user_id = new.id and last_email_change > now() - interval '720 hours'
  ) then
    raise exception 'Email can only be changed once per month' using errcode = 'PT429';
  end if;
  return new;
end $$;

create function public.follow_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    update public.user_profiles
      set email = new.email, email_verified_at = new.email_confirmed_at, last_email_change = now()
      where user_id = new.id;
  end if;
  return new;
end $$;

revoke execute on function public.limit_email_change(), public.follow_email_change()
  from public, anon, authenticated;

create trigger propsight_limit_email before update of email, email_change on auth.users
  for each row execute function public.limit_email_change();
create trigger propsight_follow_email after update of email on auth.users
  for each row execute function public.follow_email_change();
