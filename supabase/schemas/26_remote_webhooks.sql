-- Webhooks of remotes: an address that is told about halts, rollbacks, damaged files and new kinds of errors. The events
-- are those of the remote's history, sent one after another, so there is no copy of them.

create table public.remote_webhooks (
  name text primary key check (char_length(name) <= 31) references public.remote_rollouts (name),
  -- Part of the secret that signs the calls, so that a new address has a new secret.
  id uuid not null default gen_random_uuid(),
  url text not null check (url ~ '^https://' and char_length(url) <= 500),
  -- The last event that was sent, or that was in the history when the address was set.
  sent_id bigint not null,
  sent_at timestamptz,
  -- Attempts for the next event.
  attempts integer not null default 0,
  -- Earliest start of the next attempt: the end of the lease, or of the wait after a failure.
  due_at timestamptz not null default clock_timestamp(),
  last_error text check (char_length(last_error) <= 500)
);

alter table public.remote_webhooks enable row level security;
revoke all on public.remote_webhooks from anon, authenticated, service_role, public;
grant select on public.remote_webhooks to service_role;

-- The oldest event that a webhook has to send; null without any. Events that could not be sent for three days are left out.
create function public.webhook_event(p_name text, p_after bigint) returns public.remote_events
language sql stable set search_path = '' as $$
  select e.* from public.remote_events e
    where e.name = p_name and e.id > p_after and e.at > now() - interval '3 days'
      and e.action in ('halt', 'auto-halt', 'rollback', 'auto-rollback', 'quarantine', 'new-error')
    order by e.id limit 1;
$$;

-- Sets the address of a remote, or removes it (null). @returns the id for the secret; null after a removal.
-- @throws PT404
create function public.set_remote_webhook(p_name text, p_url text, p_actor text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  perform public.lock_remote(p_name);
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  delete from public.remote_webhooks where name = p_name;
  if p_url is not null then
    insert into public.remote_webhooks (name, url, sent_id)
      values (p_name, p_url, coalesce((select max(id) from public.remote_events), 0)) returning id into v_id;
  end if;
  perform public.log_remote(p_name, null, case when v_id is null then 'webhook-remove' else 'webhook-set' end, p_actor,
    coalesce(substring(p_url from '^https://[^/?#]+'), ''));
  return v_id;
end $$;

-- The webhook of a remote; null without one. @throws PT404
create function public.remote_webhook(p_name text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.remote_rollouts where name = p_name) then
    raise exception 'There is no remote %', p_name using errcode = 'PT404';
  end if;
  return (select jsonb_build_object('url', url, 'sentAt', sent_at, 'lastError', last_error,
      'isWaiting', (public.webhook_event(name, sent_id)).id is not null)
    from public.remote_webhooks where name = p_name);
end $$;

-- Leases the webhook that has had an event to send for longest; null without any.
create function public.claim_webhook(p_lease_seconds int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.remote_webhooks;
begin
  select * into v_row from public.remote_webhooks w
    where w.due_at <= clock_timestamp() and (public.webhook_event(w.name, w.sent_id)).id is not null
    order by w.due_at limit 1 for update skip locked;
  if not found then
    return null;
  end if;
  update public.remote_webhooks
    set attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where name = v_row.name;
  return jsonb_build_object('name', v_row.name, 'id', v_row.id, 'url', v_row.url, 'attempt', v_row.attempts + 1,
    'event', (select to_jsonb(e) - 'name' from public.webhook_event(v_row.name, v_row.sent_id) as e));
end $$;

-- Stores the result of an attempt. After an error the next one waits 1 minute, then 2, 4 … up to 6 hours, unless another
-- attempt is already running.
create function public.settle_webhook(p_id uuid, p_attempt int, p_event bigint, p_error text) returns void
language sql security definer set search_path = '' as $$
  update public.remote_webhooks
    set last_error = left(p_error, 500),
      sent_id = case when p_error is null then p_event else sent_id end,
      sent_at = case when p_error is null then clock_timestamp() else sent_at end,
      attempts = case when p_error is null then 0 else attempts end,
      due_at = clock_timestamp() + case when p_error is null then interval '0'
        else least(interval '6 hours', interval '1 minute' * power(2, least(attempts - 1, 20))) end
    where id = p_id and sent_id < p_event and (p_error is null or attempts = p_attempt);
$$;

revoke execute on function public.webhook_event, public.set_remote_webhook, public.remote_webhook, public.claim_webhook,
  public.settle_webhook from public, anon, authenticated;
grant execute on function public.set_remote_webhook, public.remote_webhook, public.claim_webhook, public.settle_webhook
  to service_role;
