#include "linkwork/dynamics/hinges/passes_here.hpp"

namespace linkwork::hinges {

#if defined(LINKWORK_X86_64)
const Passes<double>& passesForX86V3();
const Passes<double>& passesForX86V4();

namespace {

const Passes<double>& choose() {
  const bool isV3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
  const bool isV4 = isV3 && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  return isV4 ? passesForX86V4() : isV3 ? passesForX86V3() : passesHere<double>;
}

}  // namespace

const Passes<double>& passes() {
  static const Passes<double>& chosen = choose();
  return chosen;
}
#else
const Passes<double>& passes() { return passesHere<double>; }
#endif

}  // namespace linkwork::hinges
