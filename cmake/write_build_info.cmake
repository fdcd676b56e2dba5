# Script: writes OUTPUT from INPUT with the commit of SOURCE_DIR, touching it only on a change, so that
# a build after a commit recompiles one file and a build without one recompiles none.
execute_process(COMMAND git -C "${SOURCE_DIR}" rev-parse --short=12 HEAD
                OUTPUT_VARIABLE WARPMARK_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                RESULT_VARIABLE failed)
set(WARPMARK_DIRTY false)
if(failed)
  # A tree without its history (an archive, a copy on another machine) may say where it came from.
  set(WARPMARK_COMMIT "unknown")
  if(DEFINED ENV{WARPMARK_COMMIT})
    set(WARPMARK_COMMIT "$ENV{WARPMARK_COMMIT}")
  endif()
else()
  execute_process(COMMAND git -C "${SOURCE_DIR}" status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    set(WARPMARK_DIRTY true)
  endif()
endif()
configure_file("${INPUT}" "${OUTPUT}" @ONLY)
