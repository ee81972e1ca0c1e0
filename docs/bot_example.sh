#!/usr/bin/env bash
# Plays court over ssh against a bot:  bash bot_example.sh -p 2222 localhost
set -euo pipefail

coproc HOST { ssh -T "$@" api; }

ask() { # sends a request, and reads on until its answer has come
    printf '{"id":1,%s}\n' "$1" >&"${HOST[1]}"
    while IFS= read -r answer <&"${HOST[0]}"; do
        case $answer in
            '{"id":1,"ok":'*) return ;;
            '{"id":1,'*) break ;;
        esac
    done
    echo "refused: $answer" >&2
    exit 1
}

texts() { # all values of a field, one a line
    grep -o "\"$1\":\"[^\"]*\"" | cut -d '"' -f 4
}

choose() { # takes the dearest card, else rolls, else sets aside what comes first
    local card
    card=$(grep '^take' <<<"$1" | grep -v nothing | tail -n 1) && echo "$card" && return
    grep '^roll' <<<"$1" || head -n 1 <<<"$1"
}

ask '"do":"open","game":"court","seats":2,"options":{"rounds":'"${ROUNDS:-100}"'}'
table=$(texts table <<<"$answer" | head -n 1)
for step in bot watch start; do ask "\"do\":\"$step\",\"table\":\"$table\""; done

while IFS= read -r news <&"${HOST[0]}"; do
    case $news in *'"standings":[{'*) break ;; esac
    asked=$(grep -o '"ask":{"id":[0-9]*' <<<"$news" | grep -o '[0-9]*$') || continue
    ask "\"do\":\"legal\",\"table\":\"$table\""
    move=$(choose "$(texts notation <<<"$answer")")
    ask "\"do\":\"move\",\"table\":\"$table\",\"move\":\"$move\",\"ask\":$asked"
    echo "$move"
done
grep -o '"standings":\[[^]]*\]' <<<"$news"
