#!/usr/bin/env bash
# From a template to finished media over the REST API, with curl and jq:
#
#   ROWCAST_API_KEY=… examples/clients/generate.sh IMAGE_TEMPLATE
#
# ROWCAST_URL is where the service answers (default http://localhost:4000).
# Whether a webhook delivery is genuine (its body, byte for byte, on standard input):
#
#   examples/clients/generate.sh verify-webhook SECRET WEBHOOK_ID WEBHOOK_TIMESTAMP WEBHOOK_SIGNATURE < body
set -euo pipefail

api() { # METHOD PATH [CURL ARGUMENTS]
  curl --silent --show-error --fail-with-body --request "$1" --header "Authorization: Bearer ${ROWCAST_API_KEY:?is not set}" \
    "${ROWCAST_URL:-http://localhost:4000}$2" "${@:3}"
}

verify_webhook() { # SECRET ID TIMESTAMP SIGNATURES < BODY
  local age=$(($(date +%s) - $3)) key expected
  ((age >= -300 && age <= 300)) || { echo 'too old or from the future'; return 1; }
  key=$(printf '%s' "${1#whsec_}" | base64 --decode | od -An -tx1 -v | tr -d ' \n')
  expected="v1,$({ printf '%s.%s.' "$2" "$3"; cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64 -w 0)"
  [[ " $4 " == *" $expected "* ]] || { echo 'not genuine'; return 1; }
  echo genuine
}

if [[ ${1:-} == verify-webhook ]]; then
  verify_webhook "${@:2}"
  exit
fi

type=${1:-IMAGE_TEMPLATE}
jobs=$([[ $type == TEMPLATE ]] && echo bulk-jobs || echo image-bulk-jobs)

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
