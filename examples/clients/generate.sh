#!/usr/bin/env bash
# From a template to finished media over the REST API, with curl and jq:
#
#   ROWCAST_API_KEY=… examples/clients/generate.sh IMAGE_TEMPLATE
#
# ROWCAST_URL   where the service answers (default http://localhost:4000)
# WEBHOOK_URL   a public https URL that leads to WEBHOOK_PORT here (default 8080): then the completion event is awaited and
#               verified. Needs perl, since curl cannot be called.
#
# Whether a webhook delivery is genuine (its body, byte for byte, on standard input):
#
#   examples/clients/generate.sh verify-webhook SECRET WEBHOOK_ID WEBHOOK_TIMESTAMP WEBHOOK_SIGNATURE < body
set -euo pipefail

api() { # METHOD PATH [CURL ARGUMENTS]
  curl --silent --show-error --fail-with-body --request "$1" --header "Authorization: Bearer ${ROWCAST_API_KEY:?is not set}" \
    "${ROWCAST_URL:-http://localhost:4000}$2" "${@:3}"
}

verify_webhook() { # SECRET ID TIMESTAMP SIGNATURES < BODY
  local age key expected
  # Bash would run what is hidden in a number that is none.
  [[ ${3:-} =~ ^[1-9][0-9]{0,11}$ ]] || { echo 'not genuine'; return 1; }
  age=$(($(date +%s) - $3))
  ((age >= -300 && age <= 300)) || { echo 'too old or from the future'; return 1; }
  key=$(printf '%s' "${1#whsec_}" | base64 --decode | od -An -tx1 -v | tr -d ' \n')
  expected="v1,$({ printf '%s.%s.' "$2" "$3"; cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64 -w 0)"
  [[ " $4 " == *" $expected "* ]] || { echo 'not genuine'; return 1; }
  echo genuine
}

await_completion() { # SECRET; answers on WEBHOOK_PORT and prints the first body whose signature holds
  perl -MIO::Socket::INET -e '
    my ($port, @verify) = @ARGV;
    $SIG{PIPE} = "IGNORE";
    my $server = IO::Socket::INET->new(LocalPort => $port, Listen => 5, ReuseAddr => 1) or die "port $port: $!\n";
    while (my $client = $server->accept) {
      my %header;
      while (my $line = <$client>) {
        last if $line =~ /^\r?\n$/;
        $header{lc $1} = $2 if $line =~ /^([\w-]+):\s*(.*?)\r?\n$/;
      }
      read $client, my $body, $header{"content-length"} // 0;
      open my $check, "|-", @verify, map { $header{"webhook-$_"} // "" } qw(id timestamp signature) or die "$!\n";
      print $check $body;
      my $genuine = close $check;
      print $client "HTTP/1.1 ", $genuine ? "204 No Content" : "401 Unauthorized", "\r\nConnection: close\r\n\r\n";
      close $client;
      if ($genuine) { print "$body\n"; last }
    }
  ' "${WEBHOOK_PORT:-8080}" "$0" verify-webhook "$1"
}

if [[ ${1:-} == verify-webhook ]]; then
  verify_webhook "${@:2}"
  exit
fi

type=${1:-IMAGE_TEMPLATE}
jobs=$([[ $type == TEMPLATE ]] && echo bulk-jobs || echo image-bulk-jobs)

if [[ ${WEBHOOK_URL:-} ]]; then
  inbox=$(mktemp)
  trap 'kill "${listener:-}" 2>/dev/null || true; rm -f "$inbox"' EXIT
  body=$(jq --null-input --arg url "$WEBHOOK_URL" '{target_url: $url}')
  secret=$(api POST /api/external/v1/webhooks/ --json "$body" | jq -r .secret)
  await_completion "$secret" >"$inbox" &
  listener=$!
fi

template=$(api GET "/api/external/v1/templates/?type=$type&page_size=1" | jq -r '.templates[0].template_id // empty')
[[ $template ]] || { echo "The workspace has no template of type $type."; exit 1; }
schema=$(api GET "/api/external/v1/templates/$template/schema/?type=$type")
echo "template  $(jq -r .name <<<"$schema")"
echo "variables $(jq -r '[.variables[].name] | join(", ")' <<<"$schema")"

body=$(jq '.bulk_generate.body | .rows = [.rows[0] + {external_id: "first"}, .rows[0] + {external_id: "second"}]' <<<"$schema")
job=$(api POST "$(jq -r .bulk_generate.path <<<"$schema")" --json "$body" | jq -r .bulk_job_id)
echo "job       $job"

until status=$(api GET "/api/external/v1/$jobs/$job/status/"); [[ $(jq -r .status <<<"$status") =~ ^(done|failed)$ ]]; do
  echo "          $(jq -r '"\(.status): \(.summary.success + .summary.failed) of \(.summary.total)"' <<<"$status")"
  sleep 1
done
echo "          $(jq -r .status <<<"$status")"

echo "row       $(api GET "/api/external/v1/$jobs/$job/generations/second/status/" |
  jq -r '"\(.external_id): \(.status) \(.result_image_url // .result_video_url // .error_message // "")"')"
if [[ $(jq -r .csv_ready <<<"$status") == true ]]; then
  api GET "/api/external/v1/$jobs/$job/export.csv" --output "bulk-job-$job.csv"
  echo "csv       bulk-job-$job.csv"
fi
if [[ ${WEBHOOK_URL:-} ]]; then
  wait "$listener"
  echo "webhook   $(grep bulk_job_id "$inbox")"
fi
