# Completion of warpmark for bash, by the program itself: `warpmark complete WORDS`.
_warpmark() {
  local -a words lines
  local line word cut
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
  mapfile -t lines < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
  word=${words[-1]}
  # Bash replaces only what follows the last of these.
  cut=${word%"${word##*[=:]}"}
  COMPREPLY=()
  for line in "${lines[@]}"; do
    case $line in
    :files) mapfile -t COMPREPLY < <(compgen -f -- "${word##*[=:]}") && compopt -o filenames ;;
    :folders) mapfile -t COMPREPLY < <(compgen -d -- "${word##*[=:]}") && compopt -o filenames ;;
    *)
      line=${line%%$'\t'*}
      COMPREPLY+=("${line#"$cut"}")
      ;;
    esac
  done
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]] && compopt -o nospace
  return 0
}
complete -F _warpmark warpmark
