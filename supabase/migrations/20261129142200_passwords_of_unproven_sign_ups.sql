-- The password of a sign-up with another person's address does not survive a mail that its owner asks for.
create function public.forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.email_confirmed_at is null and coalesce(old.confirmation_token, '') <> ''
    and (coalesce(new.confirmation_token, '') not in ('', old.confirmation_token)
      or coalesce(new.recovery_token, '') not in ('', coalesce(old.recovery_token, ''))) then
    new.encrypted_password := '';
  end if;
  return new;
end $$;

create trigger propsight_forget_password before update of confirmation_token, recovery_token on auth.users
  for each row execute function public.forget_unproven_password();

-- The first proof of every account names its session, also of one that was not usable before.
create or replace function public.prove_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_came_back boolean := new.encrypted_password is not distinct from old.encrypted_password and (
    (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
    or (coalesce(old.confirmation_token, '') <> '' and coalesce(new.confirmation_token, '') = ''));
  v_is_new boolean := lower(new.email) is distinct from lower(old.email);
  v_proven boolean := case when v_is_new then lower(new.email) = lower(old.email_change) else v_came_back end;
begin
  if v_came_back and not v_is_new
    and exists (select from public.user_profiles where user_id = new.id and mailbox_proven_at is null) then
    if old.email_confirmed_at is not null then
      perform public.end_other_access(new.id);
    end if;
    -- The auth service creates the session in the same transaction.
    perform set_config('propsight.first_proof', new.id::text, true);
  end if;
  if v_is_new or v_proven then
    update public.user_profiles
      set mailbox_proven_at = case when v_proven then coalesce(case when not v_is_new then mailbox_proven_at end, now()) end
      where user_id = new.id;
  end if;
  if v_proven then
    update public.access_code_reservations set email_proven_at = now()
      where user_id = new.id and email = lower(new.email);
    -- Withheld at sign-up if an account of this address had been deleted before anybody proved the mailbox.
    if not public.was_closed(new.email) and exists (select from public.user_profiles where user_id = new.id) then
      perform public.grant_welcome(new.id);
    end if;
  end if;
  return new;
end $$;

revoke execute on function public.forget_unproven_password from public, anon, authenticated;
