// linkwork_formats: writes the files of the npm package that follow from the tables of fields, or
// with
// --check fails if they differ from the tables. Runs in the top folder of the repository.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string_view>

#include "formats.hpp"

int main(int count, char** arguments) {
  const bool isCheck = count > 1 && std::string_view(arguments[1]) == "--check";
  bool isCurrent = true;
  for (const auto& [file, text] :
       {std::pair{"wasm_bindings/mechanism.schema.json", linkwork::formats::jsonSchema()},
        std::pair{"wasm_bindings/src/types/mechanism-parts.ts",
                  linkwork::formats::typeScriptTypes()}}) {
    if (!isCheck) {
      std::ofstream(file) << text;
      continue;
    }
    std::ifstream stream(file);
    if (std::string(std::istreambuf_iterator<char>(stream), {}) == text) continue;
    std::cerr << file << ": differs from the tables of fields. Run linkwork_formats.\n";
    isCurrent = false;
  }
  return isCurrent ? 0 : 1;
}
