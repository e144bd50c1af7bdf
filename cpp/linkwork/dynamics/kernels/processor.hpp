#pragma once

/// Detects which of the compiled instruction sets the processor supports.
namespace linkwork::kernels {

#if defined(LINKWORK_X86_64)
inline bool hasX86V3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");
}

inline bool hasX86V4() {
  return hasX86V3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd");
}
#endif

}  // namespace linkwork::kernels
