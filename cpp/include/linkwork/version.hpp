#pragma once

#include <Eigen/Core>
#include <string_view>

/// Vectors pass between the library and its users. By default Eigen chooses their alignment and its
/// allocator by the instruction set of each side. linkwork fixes both, so users can compile for any
/// processor: find_package(linkwork) sets the definitions in CMake.
#if EIGEN_MAX_ALIGN_BYTES != 16 || EIGEN_MALLOC_ALREADY_ALIGNED
#error \
    "linkwork needs EIGEN_MAX_ALIGN_BYTES=16 and EIGEN_MALLOC_ALREADY_ALIGNED=0 defined; \
linkwork::linkwork does it in CMake"
#endif

// Objects on the stack and in structures as well: code with another alignment fails to link.
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
