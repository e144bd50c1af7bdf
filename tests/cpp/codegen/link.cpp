#include "codegen/link.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#endif

#include <stdexcept>

#ifdef __EMSCRIPTEN__
/// Returns the index of a module's `run` in the function table. The module shares our memory.
EM_JS(int, linkworkTestInstance, (const void* bytes, int size), {
  const code = new WebAssembly.Module(HEAPU8.slice(bytes, bytes + size));
  const instance = new WebAssembly.Instance(code, {env : {memory : wasmMemory}, math : Math});
  wasmTable.grow(1);
  wasmTable.set(wasmTable.length - 1, instance.exports.run);
  return wasmTable.length - 1;
});
#endif

namespace linkwork::test {

#ifdef __EMSCRIPTEN__

std::vector<LinkedProgram> link(const std::vector<symbolic::Program>& programs,
                                const std::string& /*optimization*/) {
  std::vector<LinkedProgram> result;
  for (const symbolic::Program& program : programs) {
    const symbolic::WasmCode code = emitWasm(program);
    const int place = linkworkTestInstance(code.bytes.data(), static_cast<int>(code.bytes.size()));
    result.push_back({reinterpret_cast<symbolic::CompiledFunction>(place), code.workspace,
                      std::vector<double>(static_cast<std::size_t>(program.outputs)), nullptr});
  }
  return result;
}

#else

namespace {

#ifdef LINKWORK_CXX
constexpr const char* compiler = LINKWORK_CXX;
#else
constexpr const char* compiler = "c++";
#endif

/// A temporary folder, removed by the destructor.
struct Folder {
  std::filesystem::path path;

  Folder() {
    static int count = 0;
    path = std::filesystem::temp_directory_path() /
           ("linkwork-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

std::shared_ptr<void> compileText(const std::string& text, const std::string& optimization) {
  const Folder folder;
  const std::string source = folder.path / "programs.cpp", library = folder.path / "programs.so";
  std::ofstream(source) << text;
  const std::string command = std::string(compiler) + " -std=c++20 -w " + optimization +
                              " -shared -fPIC -o " + library + " " + source;
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error("the emitted C++ does not compile: " + command);
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) throw std::runtime_error(dlerror());
  return {handle, dlclose};
}

std::vector<LinkedProgram> link(const std::vector<symbolic::Program>& programs,
                                const std::string& optimization) {
  std::string text;
  std::vector<LinkedProgram> result;
  for (const symbolic::Program& program : programs) {
    const symbolic::CppSource source = emitCpp(program);
    text += source.text;
    result.push_back({nullptr, std::vector<double>(static_cast<std::size_t>(source.workspace)),
                      std::vector<double>(static_cast<std::size_t>(program.outputs)), nullptr});
  }
  const std::shared_ptr<void> library = compileText(text, optimization);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    result[i].library = library;
    void* function = dlsym(library.get(), programs[i].name.c_str());
    if (!function) throw std::runtime_error("no function is named " + programs[i].name);
    result[i].function = reinterpret_cast<symbolic::CompiledFunction>(function);
  }
  return result;
}

#endif

LinkedProgram link(const symbolic::Program& program) { return link(std::vector{program}).front(); }

}  // namespace linkwork::test
