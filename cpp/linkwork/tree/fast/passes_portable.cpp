#include "linkwork/tree/fast/passes_here.hpp"

namespace linkwork::fast {

#if defined(LINKWORK_X86_64_V3)
const Passes& passesForX86V3();

const Passes& passes() {
  static const bool hasThem = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                              __builtin_cpu_supports("bmi2");
  return hasThem ? passesForX86V3() : passesHere;
}
#else
const Passes& passes() { return passesHere; }
#endif

}  // namespace linkwork::fast
