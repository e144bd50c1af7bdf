#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/simulation.hpp"

#if defined(__GLIBC__) && defined(__LP64__)
#include <cxxabi.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#endif

/// How many functions of linkwork are between Simulation::step and the joint kernels.
/// CONTRIBUTING.md lists them. A profiling timer interrupts steps and stores the stack. Optimized
/// builds show the functions that are not inlined, builds with -O0 show all.
namespace linkwork::test {

#if defined(__GLIBC__) && defined(__LP64__)
namespace {

constexpr std::size_t mostFrames = 64, mostSamples = 150;

struct Sample {
  std::array<void*, mostFrames> frames;
  int count = 0;
};

std::array<Sample, mostSamples> samples;
volatile std::sig_atomic_t sampleCount = 0;

void takeSample(int) {
  const auto next = static_cast<std::size_t>(sampleCount);
  if (next >= mostSamples) return;
  samples[next].count = backtrace(samples[next].frames.data(), static_cast<int>(mostFrames));
  sampleCount = static_cast<int>(next + 1);
}

/// Runs `action` until it has been interrupted often, or 20 s of processor time have passed.
template <typename Action>
void sampleStacks(const Action& action) {
  std::array<void*, mostFrames> first;
  backtrace(first.data(), static_cast<int>(mostFrames));  // loads what it needs
  sampleCount = 0;
  struct sigaction handler {
  }, before{};
  handler.sa_handler = takeSample;
  handler.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &handler, &before);
  const itimerval every{{0, 1000}, {0, 1000}}, never{};
  setitimer(ITIMER_PROF, &every, nullptr);
  const std::clock_t start = std::clock();
  while (sampleCount < static_cast<int>(mostSamples) && std::clock() - start < 20 * CLOCKS_PER_SEC)
    action();
  setitimer(ITIMER_PROF, &never, nullptr);
  sigaction(SIGPROF, &before, nullptr);
}

/// The functions of this program, from its own file; empty if it is stripped.
class Symbols {
 public:
  Symbols() {
    std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
    file_.resize(static_cast<std::size_t>(std::max<std::streamoff>(file.tellg(), 0)));
    file.seekg(0).read(file_.data(), static_cast<std::streamsize>(file_.size()));
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
          *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;  // the program comes first
          return 1;
        },
        &base_);
    const auto header = read<Elf64_Ehdr>(0);
    for (std::size_t i = 0; i < header.e_shnum; ++i) {
      const auto table = section(header, i);
      if (table.sh_type != SHT_SYMTAB) continue;
      const std::size_t names = section(header, table.sh_link).sh_offset;
      for (std::size_t at = 0; at < table.sh_size; at += sizeof(Elf64_Sym)) {
        const auto symbol = read<Elf64_Sym>(table.sh_offset + at);
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0)
          functions_.push_back({symbol.st_value, symbol.st_size, names + symbol.st_name});
      }
    }
    std::sort(functions_.begin(), functions_.end(),
              [](const Function& a, const Function& b) { return a.start < b.start; });
  }

  bool empty() const { return functions_.empty(); }

  /// The name of the function that contains a return address; empty if unknown.
  std::string nameOf(const void* address) const {
    const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(address) - base_ - 1;
    auto next = std::upper_bound(
        functions_.begin(), functions_.end(), place,
        [](std::uintptr_t value, const Function& function) { return value < function.start; });
    if (next == functions_.begin() || place >= (--next)->start + next->size) return {};
    const char* mangled = &file_[next->name];
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> name(
        abi::__cxa_demangle(mangled, nullptr, nullptr, &status), &std::free);
    return name ? name.get() : mangled;
  }

 private:
  struct Function {
    std::uintptr_t start;
    std::size_t size, name;
  };

  template <typename Record>
  Record read(std::size_t at) const {
    Record record{};
    if (at + sizeof(Record) <= file_.size()) std::memcpy(&record, &file_[at], sizeof(Record));
    return record;
  }
  Elf64_Shdr section(const Elf64_Ehdr& header, std::size_t i) const {
    return read<Elf64_Shdr>(header.e_shoff + i * header.e_shentsize);
  }

  std::vector<char> file_;
  std::uintptr_t base_ = 0;
  std::vector<Function> functions_;
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// A method, and where its joint kernels are.
struct Method {
  const char *name, *integrator;
  std::string_view kernels;               ///< part of the names of their functions
  std::vector<std::string_view> drivers;  ///< of functions that contain it and are no kernels
};

/// The functions between Simulation::step and the joint kernel, which is the last one, outermost
/// first; empty if the stack has no kernel.
std::vector<std::string> hopsOf(const Sample& sample, const Symbols& symbols,
                                const Method& method) {
  std::vector<std::string> names;
  for (int i = sample.count - 1; i >= 0; --i) {
    std::string name = symbols.nameOf(sample.frames[static_cast<std::size_t>(i)]);
    if (contains(name, "linkwork::Simulation::step(")) names.clear();
    if (contains(name, "linkwork::")) names.push_back(std::move(name));
  }
  if (names.empty() || !contains(names.front(), "linkwork::Simulation::step(")) return {};
  std::size_t driver = 0;
  for (std::size_t i = 1; i < names.size(); ++i) {
    if (!contains(names[i], method.kernels)) continue;
    driver = i;
    const bool isKernel =
        std::none_of(method.drivers.begin(), method.drivers.end(),
                     [&](std::string_view part) { return contains(names[i], part); });
    if (isKernel) break;  // further functions are its parts
  }
  if (driver == 0) return {};  // kernels that are inlined count as part of their driver
  return {names.begin() + 1, names.begin() + static_cast<std::ptrdiff_t>(driver) + 1};
}

}  // namespace

TEST_CASE("a step reaches the joint kernels by at most ten functions", "[simulation]") {
  const Symbols symbols;
  if (symbols.empty()) {
    WARN("skipped: this program has no table of symbols");
    return;
  }
  constexpr std::string_view inKernels = "linkwork::kernels::(anonymous namespace)::";
  const std::vector<std::string_view> drivers{"::aba<", "::forwardDynamics(", "JointKernels<"};
  const auto method = GENERATE_COPY(
      Method{"articulated-body", "rk4", inKernels, drivers},
      Method{"variational", "second-order", inKernels, {}},
      Method{"multipliers",
             "rattle",
             "linkwork::maximal::",
             {"MultiplierDynamics::", "ArticulatedParts::factor", "ArticulatedParts::gather",
              "ArticulatedParts::spread", "ArticulatedParts::withJoint"}});
  CAPTURE(method.name, method.integrator);
  Simulation simulation(chain({.links = 40}),
                        {.method = method.name, .integrator = method.integrator, .step = 1e-4});
  sampleStacks([&] { simulation.step(20); });
  std::vector<std::string> deepest;
  int found = 0;
  for (int i = 0; i < sampleCount; ++i) {
    std::vector<std::string> hops = hopsOf(samples[static_cast<std::size_t>(i)], symbols, method);
    if (!hops.empty()) ++found;
    if (hops.size() > deepest.size()) deepest = std::move(hops);
  }
  std::string text;
  for (const std::string& name : deepest) text += "\n  " + name;
  INFO(found << " of " << sampleCount << " stacks have a kernel; the deepest:" << text);
  CHECK(found > sampleCount / 10);
  REQUIRE_FALSE(deepest.empty());
  CHECK(deepest.size() - 1 <= 10);  // without the kernel
}
#else
TEST_CASE("a step reaches the joint kernels by at most ten functions", "[simulation]") {
  WARN("skipped: needs glibc and 64 bits");
}
#endif

}  // namespace linkwork::test
