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
install(FILES "${PROJECT_BINARY_DIR}/linkworkConfig.cmake"
              "${PROJECT_BINARY_DIR}/linkworkConfigVersion.cmake"
        DESTINATION "${packageFolder}")
