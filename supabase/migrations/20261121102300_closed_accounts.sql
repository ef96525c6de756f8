-- Addresses of accounts that were deleted within the last year, as hashes: a new account there starts without the
-- welcome credits.
create table public.closed_accounts (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  closed_at timestamptz not null default now()
);

alter table public.closed_accounts enable row level security;
revoke all on public.closed_accounts from anon, authenticated, service_role, public;
grant select on public.closed_accounts to service_role;

create function public.was_closed(p_email text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.closed_accounts
    where email_hash = public.email_hash(p_email) and closed_at > now() - interval '1 year');
$$;

-- Whichever way an account goes, an operator's dashboard included.
create function public.mark_closed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.closed_accounts (email_hash)
    select public.email_hash(used.email)
      from (select old.email::text union
        -- The address that the account was opened with had its welcome credits too.
        select email from public.access_code_reservations where user_id = old.id) as used (email)
      where used.email is not null
    order by 1
    on conflict (email_hash) do update set closed_at = now();
  return old;
end $$;
create trigger propsight_mark_closed before delete on auth.users
  for each row execute function public.mark_closed();

-- Removes what is kept of people who are not here: marks of closed accounts after a year, exclusions that ended, places
-- that nobody took for a month. With them lines of the sign-in log that are a year old: exports and deletions look
-- through all of it. @returns how many rows went
create function public.forget_leavers() returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_gone integer;
  v_lines integer := 0;
begin
  with marks as (delete from public.closed_accounts where closed_at <= now() - interval '1 year' returning 1),
    ended as (delete from public.self_exclusions where until <= now() returning 1),
    untaken as (delete from public.access_code_reservations
      where user_id is null and reserved_until <= now() - interval '30 days' returning 1)
  select count(*)::int into v_gone from (table marks union all table ended union all table untaken) as gone;
  begin
    delete from auth.audit_log_entries where created_at <= now() - interval '1 year';
    get diagnostics v_lines = row_count;
  exception when insufficient_privilege then
    -- The hosted service may keep this log to itself.
    null;
  end;
  return v_gone + v_lines;
end $$;

-- Deletes an account and everything that is stored about its person. What stays: ledger rows without the person, the
-- id in records of what administrators did, and the address as a hash. Picks go before the rest, since who saves one
-- locks it before the profile; the account's own locks are taken by its trigger.
-- @returns false where there is no such account any more
create function public.delete_account(p_user uuid, p_email text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  v_email := public.lock_account(p_user);
  if v_email is null then
    return false;
  end if;
  if lower(btrim(p_email)) is distinct from lower(v_email) then
    raise exception 'This is not the e-mail address of your account' using errcode = 'PT400';
  end if;
  -- The place in its code is used up, or deleting would give it back.
  perform public.consume_reservation(p_user);
  delete from public.access_code_reservations where email = lower(v_email) and user_id is null;
  delete from public.my_picks where user_id = p_user;
  delete from public.release_loads where reporter = 'user:' || p_user;
  begin
    -- Its lines are objects, or objects written as text, by the service.
    delete from auth.audit_log_entries where strpos(payload::text, p_user::text) > 0;
  exception when insufficient_privilege then
    -- The hosted service may keep this log to itself.
    null;
  end;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.users where id = p_user;
  return true;
end $$;

-- Whether a token still speaks for somebody: `known` is false where the account is gone, `refusal` the sentence for who
-- is locked out.
create function public.account_standing(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('known', exists (select from auth.users where id = p_user),
    'refusal', public.exclusion_sentence(public.excluded_until(p_user)));
$$;

revoke execute on function public.was_closed(text), public.mark_closed(), public.forget_leavers(),
  public.delete_account(uuid, text), public.account_standing(uuid) from public, anon, authenticated;
grant execute on function public.forget_leavers(), public.delete_account(uuid, text),
  public.account_standing(uuid) to service_role;
