-- Where the auth service confirms addresses by itself, a confirmed one proves nothing: anybody may register it. What
-- proves a mailbox is a token that was mailed there and came back.
alter table public.user_profiles add column mailbox_proven_at timestamptz;
update public.user_profiles p set mailbox_proven_at = u.email_confirmed_at
  from auth.users u where u.id = p.user_id and u.confirmation_sent_at <= u.email_confirmed_at;

-- After propsight_follow_email, by its name. A new password clears tokens as well, which is no proof.
create function public.prove_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_came_back boolean := new.encrypted_password is not distinct from old.encrypted_password and (
    (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
    or (coalesce(old.confirmation_token, '') <> '' and coalesce(new.confirmation_token, '') = ''));
begin
  if lower(new.email) is distinct from lower(old.email) then
    update public.user_profiles
      set mailbox_proven_at = case when lower(new.email) = lower(old.email_change) then now() end
      where user_id = new.id;
  elsif v_came_back then
    update public.user_profiles set mailbox_proven_at = now() where user_id = new.id;
  end if;
  return new;
end $$;
revoke execute on function public.prove_mailbox() from public, anon, authenticated;

create trigger propsight_prove_mailbox after update of email, recovery_token, confirmation_token on auth.users
  for each row execute function public.prove_mailbox();
