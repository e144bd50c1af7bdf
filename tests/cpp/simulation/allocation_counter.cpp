#include "simulation/allocation_counter.hpp"

#include <atomic>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEAP_OF_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HEAP_OF_SANITIZER
#endif

namespace {
std::atomic<long> count{0};
}  // namespace

namespace linkwork::test {
long allocationCount() { return count; }
}  // namespace linkwork::test

#if defined(__GLIBC__) && !defined(HEAP_OF_SANITIZER)

// An override of operator new would not suffice: Eigen allocates with malloc. With glibc, a program
// may define malloc and call the original under another name. operator new calls it as well.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  ++count;
  return __libc_malloc(size);
}

void* realloc(void* block, std::size_t size) noexcept {
  ++count;
  return __libc_realloc(block, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++count;
  return __libc_memalign(alignment, size);
}
}

const bool linkwork::test::allocationsAreCounted = true;
#else
const bool linkwork::test::allocationsAreCounted = false;
#endif
