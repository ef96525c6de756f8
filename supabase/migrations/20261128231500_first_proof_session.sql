-- The first proof of a mailbox names its session, so that the page of that session can say that another person may know
-- the password. Comparing times of the database and of the auth service could miss it or say it twice.
alter table public.user_profiles add column first_proof_session uuid;

create or replace function public.prove_mailbox() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_came_back boolean := new.encrypted_password is not distinct from old.encrypted_password and (
    (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
    or (coalesce(old.confirmation_token, '') <> '' and coalesce(new.confirmation_token, '') = ''));
  v_is_new boolean := lower(new.email) is distinct from lower(old.email);
  v_proven boolean := case when v_is_new then lower(new.email) = lower(old.email_change) else v_came_back end;
begin
  if v_came_back and not v_is_new and old.email_confirmed_at is not null
    and exists (select from public.user_profiles where user_id = new.id and mailbox_proven_at is null) then
    perform public.end_other_access(new.id);
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

-- Records the session that the first proof of a mailbox began.
create function public.record_first_proof() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('propsight.first_proof', true) = new.user_id::text then
    update public.user_profiles set first_proof_session = new.id where user_id = new.user_id;
    perform set_config('propsight.first_proof', '', true);
  end if;
  return null;
end $$;

create trigger propsight_record_first_proof after insert on auth.sessions
  for each row execute function public.record_first_proof();

revoke execute on function public.record_first_proof from public, anon, authenticated;
