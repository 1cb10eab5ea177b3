# The libraries of an archive that `cargo xtask dist` makes. It writes this port with the place of the archive.
vcpkg_download_distfile(ARCHIVE URLS "@URL@" FILENAME "@FILE@" SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")

# Programs of all configurations take the same libraries.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
file(INSTALL "${SOURCE_PATH}/include/" DESTINATION "${CURRENT_PACKAGES_DIR}/include")
if(VCPKG_LIBRARY_LINKAGE STREQUAL "dynamic")
  file(GLOB libraries "${SOURCE_PATH}/lib/*.so*")
  file(GLOB pkgconfig "${SOURCE_PATH}/lib/pkgconfig/*.pc")
else()
  # The library of readers, learners and GPUs is there as a shared one only.
  set(libraries "${SOURCE_PATH}/lib/liblacuna.a")
  set(pkgconfig "${SOURCE_PATH}/lib/pkgconfig/lacuna.pc")
  file(REMOVE "${CURRENT_PACKAGES_DIR}/include/lacuna_runtime.h")
endif()
file(INSTALL ${libraries} DESTINATION "${CURRENT_PACKAGES_DIR}/lib")
file(INSTALL ${pkgconfig} DESTINATION "${CURRENT_PACKAGES_DIR}/lib/pkgconfig")
vcpkg_fixup_pkgconfig()
file(INSTALL "${SOURCE_PATH}/lib/cmake/Lacuna" DESTINATION "${CURRENT_PACKAGES_DIR}/share")
file(INSTALL "${SOURCE_PATH}/lib/cmake/lacuna-sparse" DESTINATION "${CURRENT_PACKAGES_DIR}/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE-MIT" "${SOURCE_PATH}/LICENSE-APACHE")
