#include "variants/contract/template_arguments.hpp"

namespace warpmark {

std::string joined_arguments(std::initializer_list<const template_argument*> arguments) {
  std::string list;
  for (const auto* argument : arguments) {
    if (!list.empty()) list += ", ";
    list += argument->spelling();
  }
  return list;
}

template_instance::template_instance(std::string file, std::string_view name,
                                     std::string_view arguments)
    : file_(std::move(file)), spelling_(name) {
  spelling_.append("<").append(arguments).append(">");
}

template_instance template_instance::from(const std::string& file) const {
  template_instance other = *this;
  other.file_ = file;
  return other;
}

}  // namespace warpmark
