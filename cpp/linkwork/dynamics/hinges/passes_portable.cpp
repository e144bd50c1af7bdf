#include "linkwork/dynamics/hinges/passes_here.hpp"

namespace linkwork::hinges {

#if defined(LINKWORK_X86_64)
const Passes<double>& passesForX86V3();
const Passes<double>& passesForX86V4();
const StepPasses<double>& stepPassesForX86V3();
const StepPasses<double>& stepPassesForX86V4();

namespace {

/// The table for this processor.
template <typename Table>
const Table& choose(const Table& portable, const Table& v3, const Table& v4) {
  const bool isV3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
  const bool isV4 = isV3 && __builtin_cpu_supports("avx512f") &&
                    __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  return isV4 ? v4 : isV3 ? v3 : portable;
}

}  // namespace

const Passes<double>& passes() {
  static const Passes<double>& chosen =
      choose(passesHere<double>, passesForX86V3(), passesForX86V4());
  return chosen;
}

const StepPasses<double>& stepPasses() {
  static const StepPasses<double>& chosen =
      choose(stepPassesHere<double>, stepPassesForX86V3(), stepPassesForX86V4());
  return chosen;
}
#else
const Passes<double>& passes() { return passesHere<double>; }
const StepPasses<double>& stepPasses() { return stepPassesHere<double>; }
#endif

}  // namespace linkwork::hinges
