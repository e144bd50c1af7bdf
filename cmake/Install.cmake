# `cmake --install` gives other projects find_package(linkwork COMPONENTS …) and the targets
# linkwork::linkwork, linkwork::catalogue and linkwork::gpu.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(packageFolder "${CMAKE_INSTALL_LIBDIR}/cmake/linkwork")
list(TRANSFORM components PREPEND linkwork_ OUTPUT_VARIABLE componentTargets)
install(TARGETS linkwork ${componentTargets} EXPORT linkworkTargets)
install(DIRECTORY cpp/include/linkwork DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")  # and no other
install(EXPORT linkworkTargets NAMESPACE linkwork:: DESTINATION "${packageFolder}")
configure_package_config_file(cmake/linkworkConfig.cmake.in linkworkConfig.cmake
                              INSTALL_DESTINATION "${packageFolder}")
write_basic_package_version_file(linkworkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/linkworkConfig.cmake"
              "${PROJECT_BINARY_DIR}/linkworkConfigVersion.cmake"
        DESTINATION "${packageFolder}")

# The same for builds without CMake: pkg-config --cflags --libs linkwork_catalogue. It may be moved
# with the rest.
file(RELATIVE_PATH relativePrefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
function(installPkgConfig name requires flags)
  configure_file(cmake/linkwork.pc.in ${name}.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()
installPkgConfig(linkwork "eigen3 >= 3.4" "-pthread")
foreach(target ${componentTargets})
  installPkgConfig(${target} "linkwork = ${PROJECT_VERSION}" "")
endforeach()
install(FILES LICENSE wasm_bindings/NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
