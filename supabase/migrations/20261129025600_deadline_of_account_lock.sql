-- Each attempt to lock an account ends with the three seconds of all attempts. A late one took three more.

-- Locks an account with its sessions and tokens, for a change that ends them. A refresh of a hosted project locks the
-- session first and the account second: after 100 ms of waiting for a session the account is unlocked, so that the refresh
-- can end.
-- @returns the account's e-mail address; null if there is no such account
-- @throws PT503 if the account or its sessions stay locked for three seconds
create or replace function public.lock_account(p_user uuid) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  v_email text;
  v_deadline timestamptz := clock_timestamp() + interval '3 seconds';
begin
  while clock_timestamp() < v_deadline loop
    begin
      -- Ends with the function, or with this attempt. Zero would be without limit.
      perform set_config('lock_timeout',
        greatest(1, ceil(extract(epoch from v_deadline - clock_timestamp()) * 1000))::integer::text, true);
      select email into v_email from auth.users where id = p_user for update;
      perform set_config('lock_timeout', '100ms', true);
      perform from auth.sessions where user_id = p_user for update;
      perform from auth.refresh_tokens where user_id::text = p_user::text for update;
      return v_email;
    exception when lock_not_available then
      perform pg_catalog.pg_sleep(0.01);
    end;
  end loop;
  raise exception 'Your account is busy at the moment. Try again in a few seconds.' using errcode = 'PT503';
end $$;
