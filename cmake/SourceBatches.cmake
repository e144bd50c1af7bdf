# checkInBatches(TARGET SIZE SOURCES... COMMAND...): a target that runs a command on the sources, SIZE
# at a time in one generated file, because most of its time goes into headers that they share. The
# file is the command's last argument. A batch runs again if one of its sources changed, or a header
# that they include: the compiler lists these with FLAGS.
function(checkInBatches target size)
  cmake_parse_arguments(PARSE_ARGV 2 check "" "" "SOURCES;COMMAND;AFTER;DEPENDS;FLAGS")
  set(remaining ${check_SOURCES})
  set(stamps "")
  while(remaining)
    list(SUBLIST remaining 0 ${size} batch)
    list(REMOVE_ITEM remaining ${batch})
    list(LENGTH stamps number)
    set(unity "${PROJECT_BINARY_DIR}/${target}/batch_${number}.cpp")
    list(TRANSFORM batch REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
    list(JOIN includes "\n" text)
    file(CONFIGURE OUTPUT "${unity}" CONTENT "${text}\n" @ONLY)
    add_custom_command(OUTPUT "${unity}.stamp" DEPFILE "${unity}.d"
      COMMAND ${CMAKE_CXX_COMPILER} ${check_FLAGS} -MM -MT "${unity}.stamp" -MF "${unity}.d" "${unity}"
      COMMAND ${check_COMMAND} "${unity}" ${check_AFTER}
      COMMAND ${CMAKE_COMMAND} -E touch "${unity}.stamp"
      DEPENDS ${batch} "${unity}" ${check_DEPENDS}
      COMMENT "${target}, batch ${number}" VERBATIM)
    list(APPEND stamps "${unity}.stamp")
  endwhile()
  add_custom_target(${target} DEPENDS ${stamps})
endfunction()
