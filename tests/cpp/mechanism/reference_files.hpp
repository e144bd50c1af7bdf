#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Where the reference numbers lie: the folder `reference` under $LINKWORK_SHARED, or beside the
/// project in `../shared` (tests run in the project's folder). Tests that need them say so and pass
/// where the folder is absent.
namespace linkwork::test {

inline std::filesystem::path referenceFolder() {
  if (const char* shared = std::getenv("LINKWORK_SHARED"))
    return std::filesystem::path(shared) / "reference";
  return std::filesystem::path("..") / "shared" / "reference";
}

/// The files of `robots` and `random`, in order; none where the folder is absent.
inline std::vector<std::filesystem::path> referenceFiles() {
  std::vector<std::filesystem::path> files;
  for (const char* set : {"robots", "random"}) {
    std::error_code absent;
    for (const auto& entry : std::filesystem::directory_iterator(referenceFolder() / set, absent))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline nlohmann::json readJsonFile(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return nlohmann::json::parse(stream);
}

}  // namespace linkwork::test
