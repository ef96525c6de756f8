-- Administrators, developers and the audit log.

-- A role is a row. An operator's command or another administrator grants it; an e-mail address alone never does.
create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now()
);

-- Developers may run a remote from their own machine inside the shell.
create table public.developers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now()
);

alter table public.admins enable row level security;
alter table public.developers enable row level security;
revoke all on public.admins, public.developers from anon, authenticated, public;
grant select on public.admins, public.developers to authenticated;
grant all on public.admins, public.developers to service_role;
create policy "administrators see that they are" on public.admins
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.admins as restrictive
  for all to authenticated using (not (select public.is_excluded()));
create policy "developers see that they are" on public.developers
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "nothing while excluded" on public.developers as restrictive
  for all to authenticated using (not (select public.is_excluded()));

-- Audit log: every change by an administrator, written in the transaction of the change. Rows are immutable.
create table public.admin_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- 'admin key', or the id of the administrator's account.
  actor text not null check (char_length(actor) between 1 and 200),
  action text not null check (char_length(action) between 1 and 60),
  -- A code, a user's id or the name of a remote.
  target text not null check (char_length(target) <= 254),
  detail jsonb not null default '{}' check (octet_length(detail::text) <= 16384)
);

create index admin_actions_by_target on public.admin_actions (target, id desc);

alter table public.admin_actions enable row level security;
revoke all on public.admin_actions from anon, authenticated, service_role, public;
grant select on public.admin_actions to service_role;

create function public.keep_admin_actions() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'The audit log is not changed' using errcode = 'PT403';
end $$;

create trigger admin_actions_keep before update or delete on public.admin_actions
  for each row execute function public.keep_admin_actions();

-- Called by the functions that perform the change, never by the API.
create function public.log_admin_action(p_actor text, p_action text, p_target text, p_detail jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.admin_actions (actor, action, target, detail)
    values (p_actor, p_action, p_target, coalesce(p_detail, '{}'));
$$;

-- Whether an account is an administrator; with `p_session`, whether that session may act as one. An access token is
-- valid for up to an hour after its session, this right is not.
create function public.is_admin(p_user uuid, p_session uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admins where user_id = p_user)
    and (p_session is null or exists (select from auth.sessions where id = p_session and user_id = p_user));
$$;

-- Ends what another person may have begun with an account before its owner proved the mailbox: pending changes of the
-- address, sessions and tokens.
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

-- Makes the mailbox the only way to sign in: clears the password as well, which another person may have set.
create function public.require_mail_sign_in(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = p_user;
  perform public.end_other_access(p_user);
end $$;

-- Grants or revokes the administrator role. A new administrator signs in by a mailed link and may set a password then.
-- @throws PT404 no such account or administrator, PT409 the mailbox is not proven
create function public.set_admin(p_email text, p_granted boolean, p_actor text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.user_profiles;
begin
  -- The lock keeps the address from changing before the grant. Locks the account before its profile, as a change of the
  -- address does.
  perform public.lock_account(user_id) from public.user_profiles where lower(email) = lower(btrim(p_email));
  select * into v_profile from public.user_profiles where lower(email) = lower(btrim(p_email)) for update;
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    if v_profile.mailbox_proven_at is null then
      raise exception 'This account has not proven its mailbox yet: sign in to it once by an e-mail link'
        using errcode = 'PT409';
    end if;
    insert into public.admins (user_id) values (v_profile.user_id) on conflict (user_id) do nothing;
    if not found then
      return;
    end if;
    perform public.require_mail_sign_in(v_profile.user_id);
  else
    delete from public.admins where user_id = v_profile.user_id;
    if not found then
      raise exception 'This account is not an administrator' using errcode = 'PT404';
    end if;
  end if;
  perform public.log_admin_action(p_actor, case when p_granted then 'admin-grant' else 'admin-revoke' end,
    v_profile.user_id::text, '{}');
end $$;

create function public.list_admins() returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('userId', a.user_id, 'email', p.email, 'grantedAt', a.granted_at)
    from public.admins a join public.user_profiles p on p.user_id = a.user_id order by a.granted_at, a.user_id;
$$;

-- One page of the audit log, newest first. @param p_before last id of the previous page
create function public.admin_audit(p_search text, p_before bigint, p_limit integer) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', a.id, 'at', a.at, 'actor', coalesce(p.email, a.actor), 'action', a.action,
      'target', a.target, 'detail', a.detail)
    from public.admin_actions a left join public.user_profiles p on p.user_id::text = a.actor
    where (p_before is null or a.id < p_before) and (p_search is null
      or position(lower(p_search) in lower(concat_ws(' ', a.action, a.target, a.actor, p.email))) > 0)
    order by a.id desc limit p_limit;
$$;

-- Grants or revokes the developer role. The default of `p_actor` serves an API of an earlier release, whose calls
-- always carried the admin key. @throws PT404 if there is no such account
create function public.set_developer(p_email text, p_granted boolean, p_actor text default 'admin key') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  select user_id into v_user from public.user_profiles where lower(email) = lower(p_email);
  -- Waits for a concurrent deletion of the account.
  perform from auth.users where id = v_user for key share;
  if not found then
    raise exception 'There is no account with this address' using errcode = 'PT404';
  end if;
  if p_granted then
    insert into public.developers (user_id) values (v_user) on conflict (user_id) do nothing;
  else
    delete from public.developers where user_id = v_user;
  end if;
  if found then
    perform public.log_admin_action(p_actor,
      case when p_granted then 'developer-grant' else 'developer-revoke' end, v_user::text, '{}');
  end if;
end $$;

create function public.is_developer(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.developers where user_id = p_user);
$$;

-- Sessions of the admin key. The cookie names the row, so that the end of a session also ends copies of its cookie.
create table public.admin_sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null
);

alter table public.admin_sessions enable row level security;
revoke all on public.admin_sessions from anon, authenticated, service_role, public;
grant select on public.admin_sessions to service_role;

-- Begins a session of the admin key, and removes the expired ones. @returns its id
create function public.begin_admin_session(p_expires timestamptz) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  delete from public.admin_sessions where expires_at <= now();
  insert into public.admin_sessions (expires_at) values (p_expires) returning id into v_id;
  return v_id;
end $$;

create function public.is_admin_session(p_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.admin_sessions where id = p_id and expires_at > now());
$$;

create function public.end_admin_session(p_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.admin_sessions where id = p_id;
$$;

revoke execute on function public.keep_admin_actions, public.log_admin_action, public.is_admin,
  public.end_other_access, public.require_mail_sign_in, public.set_admin, public.list_admins, public.admin_audit, public.set_developer,
  public.is_developer, public.begin_admin_session, public.is_admin_session, public.end_admin_session
  from public, anon, authenticated;
grant execute on function public.is_admin, public.set_admin, public.list_admins,
  public.admin_audit, public.set_developer, public.is_developer, public.begin_admin_session,
  public.is_admin_session, public.end_admin_session to service_role;
