-- contract of 20261128182700: the API of the last release calls `deliver_run`, `live_run_scope` and `gradable_parlays`.
drop function public.capture_run, public.live_run, public.ended_parlays;
