import 'chart-inspector/virtual';
