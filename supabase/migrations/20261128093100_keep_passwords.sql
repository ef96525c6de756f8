-- A mailed sign-in keeps an existing password. At the first proof of a mailbox only sessions and pending changes end.
-- `mailbox_proven_at` is the time of the first proof.

create function public.end_other_access(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = ''
    where id = p_user;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.sessions where user_id = p_user;
  -- The hosted auth service keeps its tokens in this table; the embedded one does not have it.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using p_user;
  end if;
end $$;

revoke execute on function public.end_other_access from public, anon, authenticated;

create or replace function public.leave_to_mailbox(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = p_user;
  perform public.end_other_access(p_user);
end $$;

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
