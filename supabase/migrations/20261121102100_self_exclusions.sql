-- Users who locked themselves out for a time. Kept by address (as its hash) beside the account, so that neither a
-- deleted account nor a new one shortens it. Only time ends it: no verb and no function does, for nobody.
create table public.self_exclusions (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid references auth.users (id) on delete set null,
  until timestamptz not null,
  created_at timestamptz not null default now()
);
create index self_exclusions_by_user on public.self_exclusions (user_id);

alter table public.self_exclusions enable row level security;
revoke all on public.self_exclusions from anon, authenticated, service_role, public;
grant select on public.self_exclusions to service_role;

create function public.keep_exclusions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if old.until <= now() then
      return old;
    end if;
  elsif new.email_hash = old.email_hash and new.until >= old.until then
    return new;
  end if;
  raise exception 'A self-exclusion is not shortened' using errcode = 'PT403';
end $$;
create trigger self_exclusions_keep before update or delete on public.self_exclusions
  for each row execute function public.keep_exclusions();

create function public.email_hash(p_email text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(p_email)), 'UTF8')), 'hex');
$$;

-- Until when an account is locked out; null when it is not.
create function public.excluded_until(p_user uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(until) from public.self_exclusions
    where until > now() and (user_id = p_user
      or email_hash = (select public.email_hash(email) from auth.users where id = p_user));
$$;

create function public.email_excluded_until(p_email text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select until from public.self_exclusions
    where until > now() and email_hash = public.email_hash(p_email);
$$;

create function public.exclusion_sentence(p_until timestamptz) returns text
language sql stable set search_path = '' as $$
  select 'You excluded yourself until ' || to_char(p_until at time zone 'UTC', 'FMMonth FMDD, YYYY') || '.';
$$;

-- Asked by every policy below, about whoever asks.
create function public.is_excluded() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.excluded_until((select auth.uid())) is not null;
$$;

-- Takes an account and its sessions for a change that ends them. Who refreshes a session may hold it already and want
-- the account: they are let through first. @returns the account's address; null where there is none
create function public.lock_account(p_user uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  loop
    begin
      select email into v_email from auth.users where id = p_user for update;
      perform from auth.sessions where user_id = p_user for update nowait;
      perform from auth.refresh_tokens where user_id::text = p_user::text for update nowait;
      return v_email;
    exception when lock_not_available then
      perform pg_catalog.pg_sleep(0.002);
    end;
  end loop;
end $$;

-- Locks a user out for so many days and ends all their sessions. The account's lock makes a sign-in that is under way
-- either finish first, and lose its session here, or find the exclusion.
create function public.self_exclude(p_user uuid, p_days int) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
begin
  if p_days is null or p_days not between 1 and 1825 then
    raise exception 'An exclusion lasts between a day and five years' using errcode = 'PT400';
  end if;
  v_email := public.lock_account(p_user);
  if v_email is null then
    raise exception 'There is no such account' using errcode = 'PT404';
  end if;
  insert into public.self_exclusions as kept (email_hash, user_id, until)
    select public.email_hash(used.email), p_user, now() + make_interval(days => p_days)
      from (select v_email union
        -- The address that the account was opened with, or it would let them in anew; not where somebody else has it
        -- by now, who would be locked out with them.
        select r.email from public.access_code_reservations r where r.user_id = p_user
          and not exists (select from auth.users u where lower(u.email) = r.email and u.id <> p_user)) as used (email)
    -- Two of these may share an address.
    order by 1
    on conflict (email_hash) do update
      set until = greatest(kept.until, excluded.until), user_id = excluded.user_id;
  delete from auth.refresh_tokens where user_id::text = p_user::text;
  delete from auth.sessions where user_id = p_user;
  return public.excluded_until(p_user);
end $$;

-- No way in: neither a session nor a token for an old one, nor another address, whichever way the provider is asked.
create function public.refuse_excluded_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := new.user_id::text::uuid;
  v_until timestamptz;
begin
  -- Behind an exclusion or a deletion that is being written.
  perform from auth.users where id = v_user for key share;
  if not found then
    raise exception 'This account was deleted.' using errcode = 'PT401';
  end if;
  v_until := public.excluded_until(v_user);
  if v_until is not null then
    raise exception '%', public.exclusion_sentence(v_until) using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger propsight_no_excluded_session before insert on auth.sessions
  for each row execute function public.refuse_excluded_session();
create trigger propsight_no_excluded_token before insert on auth.refresh_tokens
  for each row execute function public.refuse_excluded_session();

create function public.refuse_excluded_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_until timestamptz := public.excluded_until(new.id);
begin
  if v_until is not null and (new.last_sign_in_at is distinct from old.last_sign_in_at
      or lower(new.email) is distinct from lower(old.email)
      or coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))) then
    raise exception '%', public.exclusion_sentence(v_until) using errcode = 'PT403';
  end if;
  -- Not even by moving in with somebody who is locked out: the words say nothing about them.
  if (lower(new.email) is distinct from lower(old.email) and public.email_excluded_until(new.email) is not null)
    or (coalesce(new.email_change, '') not in ('', coalesce(old.email_change, ''))
      and public.email_excluded_until(new.email_change) is not null) then
    raise exception 'This address cannot be used' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger propsight_no_excluded_sign_in before update of last_sign_in_at, email, email_change on auth.users
  for each row execute function public.refuse_excluded_sign_in();

-- The same for the hosted service, before it signs any access token.
create function public.hook_custom_access_token(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_until timestamptz := public.excluded_until((event ->> 'user_id')::uuid);
begin
  if v_until is null then
    return jsonb_build_object('claims', event -> 'claims');
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', public.exclusion_sentence(v_until)));
end $$;

-- A token outlives its session for up to an hour: what it reads and writes meanwhile is nothing.
create policy "nothing while excluded" on public.user_profiles as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.credit_ledger as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.runs as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.my_picks as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.past_parlays as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.admins as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.developers as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "nothing while excluded" on public.consents as restrictive
  for all to authenticated using (not (select public.is_excluded()));

revoke execute on function public.keep_exclusions(), public.email_hash(text), public.excluded_until(uuid),
  public.email_excluded_until(text), public.exclusion_sentence(timestamptz), public.is_excluded(),
  public.lock_account(uuid), public.self_exclude(uuid, int), public.refuse_excluded_session(),
  public.refuse_excluded_sign_in(), public.hook_custom_access_token(jsonb) from public, anon, authenticated;
grant execute on function public.excluded_until(uuid), public.self_exclude(uuid, int) to service_role;
-- A policy runs with the rights of whoever asks.
grant execute on function public.is_excluded() to authenticated, service_role;
grant execute on function public.hook_custom_access_token(jsonb) to supabase_auth_admin;
