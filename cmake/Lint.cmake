# The target `lint`: clang-tidy (.clang-tidy) over the library, several sources at a time, because
# most of its time goes into templates that they share; again only where a source or any header of
# ours changed.
find_program(LINKWORK_CLANG_TIDY clang-tidy)
if(LINKWORK_CLANG_TIDY)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS cpp/linkwork/*.hpp)
  get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  set(remaining ${librarySources} ${baselineSources})
  while(remaining)
    list(SUBLIST remaining 0 16 batch)
    list(REMOVE_ITEM remaining ${batch})
    list(LENGTH lintStamps number)
    set(unity "${PROJECT_BINARY_DIR}/lint/batch_${number}.cpp")
    list(TRANSFORM batch REPLACE "(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
    list(JOIN includes "\n" text)
    file(CONFIGURE OUTPUT "${unity}" CONTENT "${text}\n" @ONLY)
    add_custom_command(OUTPUT "${unity}.stamp"
      COMMAND ${LINKWORK_CLANG_TIDY} --quiet "${unity}" --
              -std=c++20 "-I${PROJECT_SOURCE_DIR}/cpp" -isystem "${eigen}" "-DLINKWORK_VERSION=\"\""
      COMMAND ${CMAKE_COMMAND} -E touch "${unity}.stamp"
      DEPENDS ${batch} "${unity}" ${headers} "${PROJECT_SOURCE_DIR}/.clang-tidy"
      COMMENT "clang-tidy, batch ${number}" VERBATIM)
    list(APPEND lintStamps "${unity}.stamp")
  endwhile()
  add_custom_target(lint DEPENDS ${lintStamps})
endif()
