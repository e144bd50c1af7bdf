# `cmake --install` gives other projects find_package(linkwork) and the target linkwork::linkwork.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(packageFolder "${CMAKE_INSTALL_LIBDIR}/cmake/linkwork")
install(TARGETS linkwork EXPORT linkworkTargets)
install(DIRECTORY cpp/include/linkwork DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")  # and no other
install(EXPORT linkworkTargets NAMESPACE linkwork:: DESTINATION "${packageFolder}")
configure_package_config_file(cmake/linkworkConfig.cmake.in linkworkConfig.cmake
                              INSTALL_DESTINATION "${packageFolder}")
write_basic_package_version_file(linkworkConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# The same for builds without CMake: pkg-config --cflags --libs linkwork. It may be moved with the rest.
file(RELATIVE_PATH relativePrefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/linkwork.pc.in linkwork.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/linkwork.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_BINARY_DIR}/linkworkConfig.cmake"
              "${PROJECT_BINARY_DIR}/linkworkConfigVersion.cmake"
        DESTINATION "${packageFolder}")
install(FILES LICENSE wasm_bindings/NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
