# warpmark_embed(TARGET HEADER NAMESPACE FOLDER FILES…): writes generated/HEADER, a table of the
# files' texts by their path below FOLDER, so that the program carries its kernels with it.
function(warpmark_embed target header namespace folder)
  set(output "${CMAKE_BINARY_DIR}/generated/${header}")
  list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} -DFOLDER=${folder} "-DFILES=${ARGN}"
            -P "${WARPMARK_ROOT}/cmake/write_embedded.cmake"
    DEPENDS ${paths} "${WARPMARK_ROOT}/cmake/write_embedded.cmake"
    VERBATIM)
  # A target, since the one that reads the header may be an area's library, of another folder.
  string(MAKE_C_IDENTIFIER "embed_${header}" embedding)
  add_custom_target(${embedding} DEPENDS "${output}")
  get_target_property(area ${target} WARPMARK_AREA)
  if(area)
    set(target ${area})
  endif()
  add_dependencies(${target} ${embedding})
endfunction()
