# The target `lint`: clang-tidy (.clang-tidy) over each source of the library, again only where the
# source or any header changed.
find_program(LINKWORK_CLANG_TIDY clang-tidy)
if(LINKWORK_CLANG_TIDY)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS cpp/linkwork/*.hpp)
  foreach(source ${librarySources})
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/cpp" "${source}")
    set(stamp "${PROJECT_BINARY_DIR}/lint/${name}.stamp")
    get_filename_component(folder "${stamp}" DIRECTORY)
    add_custom_command(OUTPUT "${stamp}"
      COMMAND ${LINKWORK_CLANG_TIDY} --quiet -p "${PROJECT_BINARY_DIR}" "${source}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
      COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
      DEPENDS "${source}" ${headers} "${PROJECT_SOURCE_DIR}/.clang-tidy"
      COMMENT "clang-tidy ${name}" VERBATIM)
    list(APPEND lintStamps "${stamp}")
  endforeach()
  add_custom_target(lint DEPENDS ${lintStamps})
endif()
