#pragma once

#include <Eigen/Core>
#include <string_view>

/// Vectors pass between the library and who uses it. Eigen aligns them, and chooses between malloc
/// and an allocator of its own, by the instruction set that each side is compiled for, unless it is
/// told. linkwork fixes both, so its users are free to compile for any processor:
/// find_package(linkwork) says so to CMake.
#if EIGEN_MAX_ALIGN_BYTES != 16 || EIGEN_MALLOC_ALREADY_ALIGNED
#error \
    "linkwork needs EIGEN_MAX_ALIGN_BYTES=16 and EIGEN_MALLOC_ALREADY_ALIGNED=0 defined; \
linkwork::linkwork does it in CMake"
#endif

// Objects on the stack and in structures as well: code that has them otherwise fails to link.
#define LINKWORK_JOINED(name, bytes) name##bytes
#define LINKWORK_ALIGNED(name, bytes) LINKWORK_JOINED(name, bytes)
#define LINKWORK_ALIGNMENT                                                  \
  LINKWORK_ALIGNED(linkwork_is_compiled_with_EIGEN_MAX_STATIC_ALIGN_BYTES_, \
                   EIGEN_MAX_STATIC_ALIGN_BYTES)

namespace linkwork {

namespace detail {
extern const char LINKWORK_ALIGNMENT;
[[gnu::used]] static const char* const alignment = &LINKWORK_ALIGNMENT;
}  // namespace detail

/// The library's version, "major.minor.patch".
std::string_view version();

}  // namespace linkwork
